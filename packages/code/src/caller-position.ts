/** A file by its URL; line and column start at 1. */
export type SourcePosition = { file: string; line: number; column: number };

const UNKNOWN: SourcePosition = { file: "", line: 1, column: 1 };

/** Returns where the user's code calls this package: the innermost call that is in no file of the package. */
export function callerPosition(): SourcePosition {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 20;
    Error.prepareStackTrace = (_error, calls) => calls;
    const { stack } = new Error("position");
    const calls = Array.isArray(stack) ? (stack as NodeJS.CallSite[]) : [];
    const own = folderOf(calls[0]?.getFileName() ?? "");
    const call = calls.find((each) => folderOf(each.getFileName() ?? "") !== own);
    return call
      ? {
          file: call.getFileName() ?? "",
          line: call.getLineNumber() ?? 1,
          column: call.getColumnNumber() ?? 1,
        }
      : UNKNOWN;
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}
