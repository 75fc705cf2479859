/** Of each kind, in a chart and in the list below it: the largest page that the API returns. */
export const EVENTS_MAX = 200;
