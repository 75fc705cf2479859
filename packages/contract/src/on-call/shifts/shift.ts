/** One person is on call from an instant to another one. */
export type Shift = {
  personId: string;
  fromMs: number;
  toMs: number;
  /** Where the shift comes from: one of the two is set. */
  layerId: string | null;
  overrideId: string | null;
};

/** A time in which no one is on call. */
export type Gap = { fromMs: number; toMs: number };
