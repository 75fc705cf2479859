import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { translateError } from "./database-errors.ts";
import { storageProblemOf } from "./storage-problem.ts";

/** What the driver throws for an ErrorResponse with this SQLSTATE. */
function serverError(code: string, message = "no"): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, "error"), { code });
}

test.each([
  ["53100", 'could not extend file "base/5/1": No space left on device', "storage_disk_full"],
  ["XX000", "could not write to file: No space left on device", "storage_disk_full"],
  ["42501", 'could not open file "base/5/1": Read-only file system', "storage_read_only"],
  ["25006", "cannot execute INSERT in a read-only transaction", "storage_read_only"],
  ["53300", "sorry, too many clients already", "storage_connection_limit"],
  ["42501", "permission denied for table result", "storage_permission"],
  ["28P01", "password authentication failed", "storage_permission"],
  ["58030", "could not read block 3", "storage_io_error"],
  ["57014", "canceling statement due to statement timeout", "storage_waits"],
  ["57P03", "the database system is starting up", "storage_recovering"],
])("the state %s with %j is %s", (code, message, problem) => {
  expect(storageProblemOf(serverError(code, message)).code).toBe(problem);
});

test("the cause counts, also among the errors of several addresses", () => {
  const full = serverError("53100");
  expect(storageProblemOf(translateError(full)).code).toBe("storage_disk_full");
  const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  expect(storageProblemOf(translateError(new AggregateError([refused, full]))).code).toBe(
    "storage_disk_full",
  );
  expect(storageProblemOf(translateError(refused))).toEqual({
    code: "storage_unreachable",
    message: "does not respond",
  });
});

test.each(["28P01", "42501", "58P01"])(
  "a statement that fails with %s is tried again, not dropped",
  (code) => {
    expect(translateError(serverError(code))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  },
);
