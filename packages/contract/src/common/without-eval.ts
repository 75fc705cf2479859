import { z } from "zod";

/**
 * Imported before any schema so that zod compiles schemas without `new Function`. A Content-Security-Policy such as that
 * of the dashboard blocks `new Function`; zod would detect this by trying, and the browser would report each attempt.
 */

z.config({ jitless: true });
