/** The largest response time of a result, as its column: 35 minutes. Only jobs of heartbeats take longer. */
export const RESPONSE_US_MAX = 2 ** 31 - 1;
