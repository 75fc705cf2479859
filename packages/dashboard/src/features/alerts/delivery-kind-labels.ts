import type { DeliveryKind } from "@vedette/contract/alerts/delivery-kinds.ts";
import { t } from "../../language/t.ts";

export const DELIVERY_KIND_LABELS: Record<DeliveryKind, string> = {
  opened: t("Opened"),
  resolved: t("Resolved"),
  reminder: t("Reminder"),
  operator: t("Server operator"),
  test: t("Test"),
};
