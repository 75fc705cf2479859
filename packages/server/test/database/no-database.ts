import type { Database } from "../../src/platform/storage/database.ts";

const reject = () => Promise.reject(new Error("this test has no database"));

/** For dependencies that need a database but never use it. */
export const NO_DATABASE: Database = {
  rows: reject,
  find: reject,
  run: reject,
  defer: reject,
  transaction: reject,
  executeForeign: reject,
  listen: async () => async () => {},
  session: reject,
  close: async () => {},
};
