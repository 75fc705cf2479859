/** What a check saw of the servers behind a target, apart from what its outcome has anyway. Texts are for people. */
export type Fingerprint = {
  /** All addresses of the host, sorted. Absent if no name was resolved. */
  addresses?: readonly string[];
  /** Headers that identify servers, such as `server: nginx`. Those whose value differs by request have a name only. */
  headers?: string;
  /** Each redirect with its status and the URL that it led to, without a query; empty without one. */
  redirects?: string;
  /** Such as 1.1 or 2. */
  httpVersion?: string;
  /** The keys of a JSON body. Absent unless an assertion parsed it. */
  bodyKeys?: string;
};

/** Maximum length of a text of a fingerprint, in characters. */
export const FINGERPRINT_TEXT_MAX = 1_000;
/** Maximum number of addresses; the resolver returns no more. */
export const FINGERPRINT_ADDRESSES_MAX = 8;
