import { z } from "zod";

/**
 * Imported before any schema: zod then reads them without `new Function`. Where a Content-Security-Policy
 * refuses that, as in the dashboard, zod would find out by trying, and the browser would report each try.
 */
z.config({ jitless: true });
