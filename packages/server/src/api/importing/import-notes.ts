import type { ApiMonitorImport } from "@vedette/contract/api-monitors/api-monitor-import.ts";

type Note = ApiMonitorImport["not_imported"][number];

/** Users read this list; a document with more notes is not suited for import. */
const NOTES_MAX = 500;
/** Names in the document may have any length. */
const TEXT_LENGTH_MAX = 300;

export type ImportNotes = {
  /** Never contains a value of the document, which may be a secret. */
  add(note: Note): void;
  /** Merges notes with the same reason into one, with the location of the first. */
  addTo(summary: { where: string; what: string; why: string }, item: string): void;
  list(): Note[];
};

export function createImportNotes(): ImportNotes {
  const notes: Note[] = [];
  const summaries = new Map<string, { note: Note; items: Map<string, number> }>();
  let left = 0;

  function add(note: Note): void {
    if (notes.length < NOTES_MAX) notes.push(note);
    else left += 1;
  }

  return {
    add,
    addTo({ where, what, why }, item) {
      const key = `${what}\n${why}`;
      const summary = summaries.get(key) ?? { note: { where, what, why }, items: new Map<string, number>() };
      summary.items.set(item, (summary.items.get(item) ?? 0) + 1);
      summaries.set(key, summary);
    },
    list() {
      const summed = [...summaries.values()].map(({ note, items }) => ({
        ...note,
        what: `${note.what}: ${[...items].map(counted).join(", ")}`,
      }));
      const rest = {
        where: "",
        what: `${left} more`,
        why: "The list ends here; import the document in parts",
      };
      return [...notes, ...summed, ...(left > 0 ? [rest] : [])].map(shortened);
    },
  };
}

function counted([item, count]: [string, number]): string {
  return count === 1 ? item : `${item} (${count})`;
}

function shortened({ where, what, why }: Note): Note {
  return { where: cut(where), what: cut(what), why: cut(why) };
}

function cut(text: string): string {
  return text.length <= TEXT_LENGTH_MAX ? text : `${text.slice(0, TEXT_LENGTH_MAX - 1)}…`;
}
