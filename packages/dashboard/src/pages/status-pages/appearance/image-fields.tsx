import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { PAGE_IMAGES, type PageImage } from "@vedette/contract/status-pages/status-words.ts";
import { useRef } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { t } from "../../../language/t.ts";

const LABELS: Record<PageImage, string> = {
  logo_light: t("Logo on light"),
  logo_dark: t("Logo on dark"),
  favicon: t("Favicon"),
};

const GROUNDS: Record<PageImage, string> = {
  logo_light: "bg-[#ffffff]",
  logo_dark: "bg-[#14181d]",
  favicon: "bg-raised",
};

export function ImageFields({ page }: { page: StatusPage }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-3">
      {PAGE_IMAGES.map((image) => (
        <ImageField key={image} page={page} image={image} />
      ))}
    </ul>
  );
}

function ImageField({
  page: { id, slug, images, updated_at },
  image,
}: {
  page: StatusPage;
  image: PageImage;
}) {
  const api = useApi();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const params = { path: { id, image } };
  const refresh = () => queries.invalidateQueries({ queryKey: keys.all("status-pages") });
  const { mutate, isPending, error } = useMutation({
    async mutationFn(file: File) {
      const body = new FormData();
      body.append("file", file);
      return dataOf(api.POST("/api/v1/status-pages/{id}/images/{image}", { params, body }));
    },
    onSuccess: refresh,
  });
  const label = LABELS[image];
  const stored = images[image];
  return (
    <li className="grid content-start gap-2">
      <p className="font-semibold">{label}</p>
      <div
        className={`grid h-20 place-items-center overflow-hidden rounded-lg border border-line p-2 ${GROUNDS[image]}`}
      >
        {stored ? (
          // The address of this server, because another domain would be a foreign image here.
          <img
            src={`/status/${slug}/images/${image}?${updated_at}`}
            alt={t("{label} of the page", { label })}
            className="max-h-full max-w-full object-contain"
          />
        ) : (
          <span
            className={
              image === "logo_dark"
                ? "text-[#c9d3dd]"
                : image === "logo_light"
                  ? "text-[#54616f]"
                  : "text-soft"
            }
          >
            {t("None")}
          </span>
        )}
      </div>
      <input
        ref={input}
        type="file"
        aria-label={t("File of {label}", { label })}
        accept={image === "favicon" ? "image/png" : "image/png,image/jpeg"}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) mutate(file);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={stored ? t("Replace: {label}", { label }) : t("Upload: {label}", { label })}
          busy={isPending && t("Uploading …")}
          onClick={() => input.current?.click()}
        >
          {stored ? t("Replace") : t("Upload")}
        </Button>
        {stored && (
          <ConfirmButton
            label={t("Remove")}
            longLabel={t("Remove: {label}", { label })}
            title={t("Remove {label}?", { label })}
            description={t("The page shows its title or the default icon instead.")}
            action={{
              label: t("Remove image"),
              busy: t("Removing …"),
              async run() {
                await api.DELETE("/api/v1/status-pages/{id}/images/{image}", { params });
                await refresh();
              },
            }}
          />
        )}
      </div>
      {error && (
        <p role="alert" className="text-[0.8125rem] text-down">
          {asApiError(error).message}
        </p>
      )}
    </li>
  );
}
