import { t } from "../../../language/t.ts";
import { fieldsView } from "../fields-view.tsx";
import { databaseAddress, databaseFields } from "./database-fields.ts";

const PORT = 5_432;

export const postgresFields = databaseFields(PORT);

export const postgresView = fieldsView(postgresFields, {
  withoutAssertions: t("None: a login is up, and a query without an error if there is one."),
  toAddress: (monitor) => databaseAddress(monitor, PORT),
});
