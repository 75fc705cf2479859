import { t } from "../../../language/t.ts";
import { fieldsView } from "../fields-view.tsx";
import { databaseAddress, databaseFields } from "./database-fields.ts";

const PORT = 3_306;

export const mysqlFields = databaseFields(PORT);

export const mysqlView = fieldsView(mysqlFields, {
  withoutAssertions: t("None: a login is up, and a query without an error if there is one."),
  toAddress: (monitor) => databaseAddress(monitor, PORT),
});
