import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { t } from "../../../language/t.ts";
import {
  addressOf,
  HOST,
  IP_FAMILY,
  KEEP_BODY,
  PASSWORD,
  portOf,
  TLS,
  USER,
  VERIFY_TLS,
} from "../common-fields.ts";
import type { FormField } from "../fields-view.tsx";

/** Returns the fields of an SQL database. */
export function databaseFields(port: number): readonly FormField[] {
  return [
    { ...HOST, placeholder: "db.example" },
    portOf(String(port)),
    USER,
    PASSWORD,
    { name: "database", label: t("Database"), kind: "text", placeholder: "shop", isMain: true },
    {
      name: "query",
      label: t("Query"),
      kind: "text",
      hint: t("One read-only statement. Assertions read its first cell and its rows."),
      placeholder: "select count(*) from orders",
      isMain: true,
      isFact: true,
      isVerbatim: true,
    },
    IP_FAMILY,
    KEEP_BODY,
    TLS,
    VERIFY_TLS,
  ];
}

/** Returns host, port and database. */
export function databaseAddress(monitor: Monitor, port: number): string {
  const server = addressOf(monitor, port);
  return monitor.database === null ? server : `${server}/${monitor.database}`;
}
