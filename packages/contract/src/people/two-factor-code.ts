import { z } from "zod";

const MESSAGE = "must be the six digits of the app, or a recovery code";

/** A code of an authenticator app, which may show it in two groups, or a recovery code. */
export const twoFactorCode = z
  .string()
  .overwrite((text) => text.replaceAll(/\s/g, ""))
  .min(6, MESSAGE)
  .max(20, MESSAGE);
