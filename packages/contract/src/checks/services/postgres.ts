import { databaseCheck } from "./database-check.ts";

/** A login to PostgreSQL, and optionally a query. */

export const postgresCheck = databaseCheck("postgres", 5_432);
