/** The bytes of a backup are not those that were written, or not all of them. The message says what was noticed. */
export class DamagedBackupError extends Error {}
