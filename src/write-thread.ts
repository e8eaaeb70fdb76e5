// Program of the thread that writes a snapshot's files: started by snapshot/files-in-thread.ts with the folder and the date.
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { serveFiles, type ThreadData } from "./snapshot/files-in-thread.ts";
import { openSnapshotFiles } from "./snapshot/snapshot-files.ts";

const { folder, modifiedAt } = workerData as ThreadData;
serveFiles(openSnapshotFiles(folder, modifiedAt), parentPort as MessagePort);
