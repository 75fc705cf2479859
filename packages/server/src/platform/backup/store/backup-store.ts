/** A backup in its place. */
export type StoredBackup = { name: string; bytes: number };

/** Where backups are: files in a folder, or objects below a prefix. A name is there only with its whole content. */
export type BackupStore = {
  /** The complete place of a backup, for people. */
  placeOf(name: string): string;
  /** Stores all of the content or nothing, and returns its bytes. Throws a StartError if the name exists. */
  save(name: string, content: AsyncIterable<Uint8Array>): Promise<number>;
  /** Throws a StartError if the name does not exist. */
  open(name: string): Promise<AsyncIterable<Uint8Array>>;
  /** The backups whose names were given to them here, oldest first. */
  list(): Promise<StoredBackup[]>;
  remove(name: string): Promise<void>;
  /** Removes what killed processes left behind. */
  removeUnfinished(nowMs: number): Promise<void>;
  close(): void;
};
