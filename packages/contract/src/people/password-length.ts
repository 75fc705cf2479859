/** How long a password may be, for the server and for the hint on the page. */
export const PASSWORD_LENGTH_MIN = 10;
/** Longer ones cost the server time and are no stronger. */
export const PASSWORD_LENGTH_MAX = 128;
