// Program of the thread that writes a snapshot's files: started by snapshot/files-in-thread.ts with the folder.
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { serveFiles } from "./snapshot/files-in-thread.ts";
import { openSnapshotFiles } from "./snapshot/snapshot-files.ts";

serveFiles(openSnapshotFiles(workerData as string), parentPort as MessagePort);
