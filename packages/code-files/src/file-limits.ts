import { CODE_DOCUMENT_BYTES_MAX } from "@vedette/contract/code/code-keys.ts";

/** Limits of what is read from a folder, so that a wrong folder or a hostile file ends in an error. */

/** All files together, with those that they include: the server takes no more. */
export const FILES_BYTES_MAX = CODE_DOCUMENT_BYTES_MAX;
/** A file for each resource fits, with the files that they include. */
export const FILES_MAX = 5_000;
/** Entries of folders that a search looks at; beyond, it is the wrong folder. */
export const ENTRIES_MAX = 100_000;
export const FOLDER_DEPTH_MAX = 20;
/** Files that include files. */
export const INCLUDE_DEPTH_MAX = 5;
/** Maps and lists within each other. A monitor's deepest value is at about 12. */
export const VALUE_DEPTH_MAX = 50;
/** Values of one file, those of expanded aliases included. 5,000 resources with 60 values each fit. */
export const VALUES_MAX = 300_000;
/** Each use of an anchor counts, also within another one. */
export const ALIASES_MAX = 100;
