import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A page of the documentation, as Markdown. */
export type DocsPage = {
  /** The path at which it is served. */
  path: string;
  title: string;
  /** The first sentence below the title. */
  summary: string;
  /** Reads the page, which is not kept: all of them take 2 MB. */
  read(): Promise<string>;
};

/** The folders of the documentation that are served, and where. Decisions and benchmarks are for developers. */
const FOLDERS = [
  { folder: "guide", path: "/docs" },
  { folder: "reference", path: "/docs/reference" },
] as const;

/** Reads the guides and the reference; without the folder, as in an image that leaves it out, there are none. */
export async function readDocs(directory: string | null): Promise<DocsPage[]> {
  const pages: DocsPage[] = [];
  for (const { folder, path } of FOLDERS) {
    const from = directory === null ? null : join(directory, folder);
    if (from === null || !existsSync(from)) continue;
    const names = (await readdir(from)).filter((name) => name.endsWith(".md")).sort();
    for (const name of names) pages.push(await toPage(`${path}/${name}`, join(from, name)));
  }
  return pages;
}

async function toPage(path: string, file: string): Promise<DocsPage> {
  const lines = (await readFile(file, "utf8")).split("\n");
  const title = lines.find((line) => line.startsWith("# "))?.slice(2) ?? path;
  return {
    path,
    // A part of a text would keep the whole.
    title: copyOf(title),
    summary: copyOf(summaryOf(lines)),
    read: async () => withServedLinks(await readFile(file, "utf8")),
  };
}

function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

function summaryOf(lines: readonly string[]): string {
  const start = lines.findIndex((line) => /^[A-Z]/.test(line));
  if (start === -1) return "";
  const end = lines.findIndex((line, index) => index > start && line === "");
  const paragraph = lines.slice(start, end === -1 ? undefined : end).join(" ");
  return /^.*?[.:](?=\s|$)/.exec(paragraph)?.[0].replace(/:$/, ".") ?? paragraph;
}

/** Pages link to each other by file; only the reference is served at another place relative to the guide. */
function withServedLinks(text: string): string {
  return text
    .replaceAll("](../reference/openapi.json", "](/api/v1/openapi.json")
    .replaceAll("](../reference/", "](/docs/reference/")
    .replaceAll("](../guide/", "](/docs/");
}
