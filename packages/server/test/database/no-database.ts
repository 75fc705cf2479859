import type { Database } from "../../src/platform/storage/database.ts";

const refuse = () => Promise.reject(new Error("there is no database here"));

/** For what has to be made, but is not used. */
export const NO_DATABASE: Database = {
  rows: refuse,
  find: refuse,
  run: refuse,
  transaction: refuse,
  listen: async () => async () => {},
  session: refuse,
  close: async () => {},
};
