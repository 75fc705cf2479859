import { databaseCheck } from "./database-check.ts";

/** A login to MySQL or MariaDB, and optionally a query. */

export const mysqlCheck = databaseCheck("mysql", 3_306);
