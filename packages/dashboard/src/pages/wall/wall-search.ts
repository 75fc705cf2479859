/** URL parameters of the wall: `/wall?tag=production&group=Shop&rotate=30`. Pure. */

export type WallSearch = {
  /** Only targets with one of these tags. */
  tag?: string | readonly string[];
  /** ID or name of a group: only targets in it and in groups nested in it. */
  group?: string;
  /** Seconds until the next page. */
  rotate?: number;
};

export const ROTATE_SECONDS_DEFAULT = 15;
const ROTATE_SECONDS_MIN = 3;
const ROTATE_SECONDS_MAX = 3_600;

/** Invalid parameters are ignored. */
export function readWallSearch(search: Record<string, unknown>): WallSearch {
  const tags = (Array.isArray(search.tag) ? search.tag : [search.tag])
    .map(textOf)
    .filter((tag) => tag !== "");
  const group = textOf(search.group);
  const rotate = Number(search.rotate);
  const [first] = tags;
  return {
    ...(first !== undefined && { tag: tags.length === 1 ? first : tags }),
    ...(group !== "" && { group }),
    ...(search.rotate !== undefined &&
      Number.isFinite(rotate) && {
        rotate: Math.min(ROTATE_SECONDS_MAX, Math.max(ROTATE_SECONDS_MIN, Math.round(rotate))),
      }),
  };
}

export function tagsOfWall({ tag }: WallSearch): readonly string[] {
  return tag === undefined ? [] : typeof tag === "string" ? [tag] : tag;
}

/** The router parses `?group=80` as a number. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
