import type { SearchResult } from "@vedette/contract/search/search.ts";

/** One line of the search. */
export type SearchItem = {
  /** Identifies the item, also among those used recently. */
  key: string;
  group: string;
  label: string;
  detail?: string | null;
  /** Of a target: its status. Of other objects: a word. */
  status?: string | null;
  /** Texts besides the label that are searched. */
  more?: string;
  /** The object, for its actions, and to find the item again if it was used recently. */
  result?: SearchResult;
  run(): void;
};
