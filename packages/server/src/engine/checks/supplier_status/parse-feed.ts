import { Parser } from "htmlparser2";

/** An entry of an Atom feed, or an item of an RSS feed. Texts may contain HTML; `link` is empty without one. */
export type FeedEntry = { title: string; content: string; link: string; atMs: number | null };

/** Feeds list the newest entries first; older ones are closed for long. */
const ENTRIES_MAX = 200;
const TEXT_LENGTH_MAX = 20_000;
/** A feed has about five levels. */
const DEPTH_MAX = 100;

const ROOTS = new Set(["feed", "rss", "rdf:rdf"]);
type Field = "title" | "content" | "link" | "updated" | "published";

const FIELDS: Readonly<Record<string, Field>> = {
  title: "title",
  link: "link",
  content: "content",
  summary: "content",
  description: "content",
  "content:encoded": "content",
  updated: "updated",
  published: "published",
  pubdate: "published",
  "dc:date": "published",
};

type OpenEntry = Record<Field, string>;

/**
 * Parses an Atom or RSS feed; null if the text is none. The parser knows no DTD: it ignores document types and expands
 * only the entities of XML itself, so that a text never grows.
 */
export function parseFeed(text: string): FeedEntry[] | null {
  const reader = new FeedReader();
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        reader.open(name.toLowerCase(), attributes);
        // The parser takes quadratic time for open levels: 300,000 of them would block the thread for seconds.
        if (reader.isDone()) parser.pause();
      },
      ontext: (some) => reader.text(some),
      onclosetag: () => reader.close(),
    },
    { xmlMode: true, decodeEntities: true, recognizeCDATA: true },
  );
  parser.write(text);
  if (!reader.isDone()) parser.end();
  return reader.entries();
}

class FeedReader {
  readonly #entries: FeedEntry[] = [];
  readonly #path: string[] = [];
  #isFeed = false;
  #isTooDeep = false;
  #entry: OpenEntry | null = null;
  #field: keyof OpenEntry | null = null;
  /** Levels within a field: XHTML content has elements. */
  #fieldDepth = 0;

  /** Whether the rest of the text changes nothing. */
  isDone(): boolean {
    return this.#isTooDeep || this.#entries.length >= ENTRIES_MAX;
  }

  entries(): FeedEntry[] | null {
    return this.#isFeed && !this.#isTooDeep ? this.#entries : null;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#path.length === 0) this.#isFeed = ROOTS.has(name);
    if (this.#path.length >= DEPTH_MAX) this.#isTooDeep = true;
    this.#path.push(this.#isTooDeep ? "" : name);
    if (!this.#isFeed || this.isDone()) return;
    if (this.#entry === null) {
      if (name === "entry" || name === "item")
        this.#entry = { title: "", content: "", link: "", updated: "", published: "" };
      return;
    }
    if (this.#field !== null) {
      this.#fieldDepth += 1;
      return;
    }
    this.#field = Object.hasOwn(FIELDS, name) ? (FIELDS[name] ?? null) : null;
    this.#fieldDepth = 0;
    // Atom has links as attributes: of the page of the entry, and of others.
    const { href, rel = "alternate" } = attributes;
    if (this.#field === "link" && href !== undefined && rel === "alternate") this.text(href);
  }

  text(some: string): void {
    if (this.#entry === null || this.#field === null) return;
    const room = TEXT_LENGTH_MAX - this.#entry[this.#field].length;
    if (room > 0) this.#entry[this.#field] += some.slice(0, room);
  }

  close(): void {
    const name = this.#path.pop();
    if (this.#entry === null) return;
    if (this.#field !== null && this.#fieldDepth > 0) this.#fieldDepth -= 1;
    else if (this.#field !== null) this.#field = null;
    else if (name === "entry" || name === "item") {
      this.#entries.push(toEntry(this.#entry));
      this.#entry = null;
    }
  }
}

function toEntry({ title, content, link, updated, published }: OpenEntry): FeedEntry {
  const atMs = Date.parse((updated || published).trim());
  return { title, content, link: link.trim(), atMs: Number.isNaN(atMs) ? null : atMs };
}
