import { z } from "zod";
/** Logos and favicon of a status page. */

export const pageImageParams = z.object({ id: z.string(), image: z.string() });
/** The form has no fields besides `file`. */
export const pageImageFields = z.strictObject({});
