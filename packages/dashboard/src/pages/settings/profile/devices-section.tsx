import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PushDevice } from "@vedette/contract/on-call/push-devices.ts";
import { dataOf } from "../../../api/client.ts";
import { canReceivePush } from "../../../app/service-worker.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { toast, toastError } from "../../../components/toast.tsx";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../settings-section.tsx";
import {
  findSubscription,
  hashEndpoint,
  SubscribeError,
  subscribe,
  toDeviceBody,
} from "./push-subscription.ts";
import { PUSH_DEVICES_KEY, usePushDevices } from "./use-push-devices.ts";

const OWN_KEY = ["push-subscription"];

/** Lists the browsers that receive notifications of the person, tests them and removes them. */
export function DevicesSection() {
  const { data, error } = usePushDevices();
  const own = useQuery({ queryKey: OWN_KEY, queryFn: findOwnHash, enabled: canReceivePush() });
  const isKnown = data?.some(({ endpoint_sha256: hash }) => hash === own.data) ?? false;
  return (
    <SettingsSection
      title={t("Devices")}
      description={t("Browsers and phones that show notifications of alerts, also while Vedette is closed.")}
    >
      <LoadState data={data} error={error} lines={2} />
      {data?.length === 0 && <p className="text-soft">{t("No devices yet.")}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((device) => (
            <DeviceItem key={device.id} device={device} isOwn={device.endpoint_sha256 === own.data} />
          ))}
        </ul>
      )}
      {!canReceivePush() ? (
        <p className="text-soft">
          {t(
            "This browser receives no notifications here. They require HTTPS. On an iPhone or iPad, add Vedette to the home screen first, and open it there.",
          )}
        </p>
      ) : (
        data !== undefined && !isKnown && <EnableButton />
      )}
    </SettingsSection>
  );
}

async function findOwnHash(): Promise<string | null> {
  const subscription = await findSubscription();
  return subscription && hashEndpoint(subscription.endpoint);
}

function EnableButton() {
  const api = useApi();
  const queries = useQueryClient();
  const enable = useMutation({
    async mutationFn() {
      const { public_key: key } = await dataOf(api.GET("/api/v1/push-devices/key"));
      await dataOf(api.POST("/api/v1/push-devices", { body: toDeviceBody(await subscribe(key)) }));
    },
    onSuccess: () => toast(t("This device shows notifications.")),
    onError: (error) =>
      error instanceof SubscribeError ? toast(error.message, "problem") : toastError(error),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: OWN_KEY });
      await queries.invalidateQueries({ queryKey: PUSH_DEVICES_KEY });
    },
  });
  return (
    <Button
      className="justify-self-start"
      busy={enable.isPending && t("Enabling …")}
      onClick={() => enable.mutate()}
    >
      {t("Enable notifications on this device")}
    </Button>
  );
}

function DeviceItem({ device, isOwn }: { device: PushDevice; isOwn: boolean }) {
  const { id, browser, service, created_at, last_success_at, last_error } = device;
  const api = useApi();
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: PUSH_DEVICES_KEY });
  const path = { params: { path: { id } } };
  const test = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/push-devices/{id}/test", path)),
    onSuccess: ({ delivered, removed, error }) =>
      delivered
        ? toast(t("Test notification sent."))
        : toast(
            removed
              ? t("The push service forgot this device, so it was removed.")
              : (error ?? t("Not sent.")),
            "problem",
          ),
    onError: toastError,
    onSettled: reload,
  });
  const remove = useMutation({
    async mutationFn() {
      await dataOf(api.DELETE("/api/v1/push-devices/{id}", path));
      if (isOwn) await (await findSubscription())?.unsubscribe();
    },
    onSuccess: () => toast(t("Device removed.")),
    onError: toastError,
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: OWN_KEY });
      await reload();
    },
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {browser}
          {isOwn && <StatusBadge status="up" word={t("This device")} />}
        </p>
        <p className="text-[0.8125rem] wrap-anywhere text-soft">
          {service} · <Message text="added {time}" values={{ time: <TimeAgo at={created_at} /> }} />
          {last_success_at !== null && (
            <>
              {" "}
              ·{" "}
              <Message text="last notification {time}" values={{ time: <TimeAgo at={last_success_at} /> }} />
            </>
          )}
        </p>
        {last_error !== null && <p className="text-[0.8125rem] wrap-anywhere text-down">{last_error}</p>}
      </div>
      <div className="flex gap-2">
        <Button
          busy={test.isPending && t("Sending …")}
          aria-label={t("Test {browser}", { browser })}
          onClick={() => test.mutate()}
        >
          {t("Test")}
        </Button>
        <Button
          busy={remove.isPending && t("Removing …")}
          aria-label={t("Remove {browser}", { browser })}
          onClick={() => remove.mutate()}
        >
          {t("Remove")}
        </Button>
      </div>
    </li>
  );
}
