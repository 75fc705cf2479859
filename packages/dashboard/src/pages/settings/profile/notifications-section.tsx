import { useState } from "react";
import { canNotify, mayNotify } from "../../../app/alert-notifications.ts";
import { storedNotifications } from "../../../app/stored.ts";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../settings-section.tsx";

/** Turns notifications of this browser on and off. Only the button asks for the permission. */
export function NotificationsSection() {
  const [isOn, setOn] = useState(mayNotify);
  const [isDenied, setDenied] = useState(false);

  async function turnOn(): Promise<void> {
    const permission = await Notification.requestPermission();
    setDenied(permission === "denied");
    storedNotifications.write(permission === "granted");
    setOn(permission === "granted");
  }

  function turnOff(): void {
    storedNotifications.write(false);
    setOn(false);
  }

  return (
    <SettingsSection
      title={t("Browser notifications")}
      description={t(
        "Shows alerts that open while a tab with Vedette is open in the background. Only in this browser.",
      )}
    >
      {isDenied && (
        <Notice kind="warning">
          {t(
            "This browser blocks notifications of this site. Allow them in the settings of the browser, then try again.",
          )}
        </Notice>
      )}
      {!canNotify() ? (
        <p className="text-soft">
          {t("This browser offers no notifications on this page. They require HTTPS.")}
        </p>
      ) : isOn ? (
        <Button className="justify-self-start" onClick={turnOff}>
          {t("Turn off notifications")}
        </Button>
      ) : (
        <Button className="justify-self-start" onClick={() => void turnOn()}>
          {t("Turn on notifications")}
        </Button>
      )}
    </SettingsSection>
  );
}
