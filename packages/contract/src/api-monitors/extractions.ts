export const EXTRACTION_SOURCES = ["json_path", "header", "body_regex", "status_code"] as const;

export type Extraction = {
  name: string;
  source: (typeof EXTRACTION_SOURCES)[number];
  /** An RFC 9535 path, a header name or an RE2 pattern; empty for `status_code`. */
  expression: string;
};
