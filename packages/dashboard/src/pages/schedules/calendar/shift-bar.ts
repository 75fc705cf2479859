/** A shift in a row of the calendar. */
export type ShiftBar = {
  personId: string;
  name: string;
  fromMs: number;
  toMs: number;
  isOverride: boolean;
};
