/** The years in which systemd looks for the next point in time. */
export const YEAR_MIN = 1970;
export const YEAR_MAX = 2199;
