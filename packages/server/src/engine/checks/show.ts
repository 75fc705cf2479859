/** Prepares a text for storage and display: masks secrets, truncates it, and makes it storable. */
export type Show = (text: string, lengthMax?: number) => string;
