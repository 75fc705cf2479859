/** Limits of imports, separate from the schemas because the command-line client loads them at each start. */

/** A database of Uptime Kuma with a year of results of 300 monitors is smaller. */
export const IMPORT_UPLOAD_BYTES_MAX = 536_870_912;
/** Of files that are texts: configurations, answers of APIs, CSV files. */
export const IMPORT_TEXTS_BYTES_MAX = 52_428_800;
/** The files of a configuration folder. */
export const IMPORT_FILES_MAX = 200;
/** All environment variables of an import as JSON. */
export const IMPORT_ENV_BYTES_MAX = 262_144;
