import { z } from "zod";

/** Accepted and ignored, so that the object from a GET can be sent back with PUT. */
export const readOnly = z
  .unknown()
  .optional()
  .meta({ readOnly: true, description: "Read-only; ignored in a request" });
