// First, because the modules below create schemas.
import "@vedette/contract/common/without-eval.ts";

/** A separate chunk, because only conversion needs the JavaScript parser. */
export { convertRecordedScript } from "@vedette/contract/recorded-script/recorded-script.ts";
