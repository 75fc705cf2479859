/** Limits of imports, without the schemas: the command line client reads them at each start. */

/** Of a document that is sent as a file: the largest public OpenAPI documents have some 40 MB. */
export const IMPORT_FILE_BYTES_MAX = 52_428_800;
