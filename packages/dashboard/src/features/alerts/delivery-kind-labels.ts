import type { DeliveryKind } from "@vedette/contract/alerts/delivery-kinds.ts";

export const DELIVERY_KIND_LABELS: Record<DeliveryKind, string> = {
  opened: "Opened",
  resolved: "Resolved",
  reminder: "Reminder",
  operator: "Server operator",
  test: "Test",
};
