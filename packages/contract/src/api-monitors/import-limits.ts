/** Limits of imports, separate from the schemas because the command-line client loads them at each start. */

/** Limit for a document sent as a file: the largest public OpenAPI documents have about 40 MB. */
export const IMPORT_FILE_BYTES_MAX = 52_428_800;
