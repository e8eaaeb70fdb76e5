// The data folder, looked at before any work: what cannot be written to is said in a sentence, not after a minute.
import { accessSync, constants, mkdirSync } from "node:fs";
import { CommandError, EXIT } from "./console.ts";

/** Makes the folder where there is none. */
export function openDataFolder(data: string): void {
  try {
    mkdirSync(data, { recursive: true });
    accessSync(data, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new CommandError(
      `${reasonOf(data, error as NodeJS.ErrnoException)} Name another with --data.`,
      EXIT.usage,
      {
        cause: error,
      },
    );
  }
}

function reasonOf(data: string, { code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case "EEXIST":
    case "ENOTDIR":
      return `'${data}' is no folder but a file, or lies below one.`;
    case "EACCES":
    case "EPERM":
      return `'${data}' cannot be written to: no permission.`;
    case "EROFS":
      return `'${data}' lies on a disk that cannot be written to.`;
    case "ENOSPC":
      return `There is no room on the disk of '${data}'.`;
    default:
      return `'${data}' cannot be used (${message}).`;
  }
}
