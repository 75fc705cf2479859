/** Length limits of a password, shared by the server and the hint in the dashboard. */
export const PASSWORD_LENGTH_MIN = 10;
/** Longer ones cost the server time and are no stronger. */
export const PASSWORD_LENGTH_MAX = 128;
