/**
 * Makes a test check a collection of evidence: the runner also looks at what its check depends on, and its report
 * contains the facts. A runner that does not know orders makes the check only.
 */
export type EvidenceOrder = {
  /** The runner stops by then and returns what it has, milliseconds from the start. */
  collectMs: number;
  /**
   * Whether the request may be sent at all. False for a step of a run whose request changes something: only the
   * connection is examined then.
   */
  sendsRequest: boolean;
};
