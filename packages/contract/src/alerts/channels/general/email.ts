import { z } from "zod";
import { defineChannelType } from "../define-channel-type.ts";

/** Each recipient gets a separate email. For more recipients, use a mailing list. */
export const RECIPIENTS_MAX = 20;

export const SMTP_SECURITIES = ["starttls", "tls", "none"] as const;
/** How the connection to an SMTP server is encrypted: after STARTTLS, from the start, or not at all. */
export type SmtpSecurity = (typeof SMTP_SECURITIES)[number];

const config = z
  .strictObject({
    recipients: z
      .array(z.email("must be an email address").max(254))
      .min(1)
      .max(RECIPIENTS_MAX)
      .refine((all) => new Set(all.map((each) => each.toLowerCase())).size === all.length, {
        error: "must not contain duplicates",
      }),
    smtp_host: z
      .string()
      .max(253)
      .regex(
        /^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|[0-9a-fA-F:]+)$/,
        "must be a host name or an IP address",
      )
      .nullish()
      .meta({ description: "Own SMTP server; without it, the mail server of this installation sends" }),
    smtp_port: z.coerce
      .number()
      .int()
      .min(1)
      .max(65_535)
      .nullish()
      .meta({ description: "Default: 465 for `tls`, otherwise 587" }),
    smtp_security: z.enum(SMTP_SECURITIES).nullish().meta({ description: "Default: `starttls`" }),
    smtp_user: z.string().min(1).max(320).nullish(),
    smtp_password: z.string().min(1).max(500).nullish(),
    smtp_from: z
      .email("must be an email address")
      .max(254)
      .nullish()
      .meta({ description: "Address of the sender; required with `smtp_host`" }),
  })
  .superRefine(({ smtp_host, smtp_from, smtp_user, smtp_password, smtp_security, smtp_port }, ctx) => {
    const issue = (field: string, message: string) =>
      ctx.addIssue({ code: "custom", path: [field], message });
    const isOwn = smtp_host != null;
    const needsHost = [smtp_from, smtp_user, smtp_password, smtp_security, smtp_port].some(
      (one) => one != null,
    );
    if (!isOwn && needsHost) issue("smtp_host", "is required with the other SMTP fields");
    if (isOwn && smtp_from == null) issue("smtp_from", "is required with smtp_host");
    if (smtp_user != null && smtp_password == null) issue("smtp_password", "is required with smtp_user");
    if (smtp_user == null && smtp_password != null) issue("smtp_user", "is required with smtp_password");
    if (smtp_security === "none" && smtp_password != null)
      issue("smtp_security", "must be 'starttls' or 'tls', so that the password is encrypted");
  });

/** Key of the connection of the form with an SMTP server of the channel. */
export const OWN_SMTP = "smtp";

export const emailType = defineChannelType({
  type: "email",
  label: "Email",
  category: "general",
  config,
  secrets: { smtp_password: "text" },
  serverField: "smtp_host",
  connections: [
    { key: "server", label: "Mail server of this installation", fields: [] },
    {
      key: OWN_SMTP,
      label: "Own SMTP server",
      fields: [
        {
          key: "smtp_host",
          label: "SMTP host",
          hint: "Sends the emails of this channel.",
          placeholder: "smtp.example.com",
          input: "text",
        },
        {
          key: "smtp_port",
          label: "Port",
          hint: "Blank: 465 for TLS, otherwise 587.",
          placeholder: "587",
          input: "number",
          isOptional: true,
        },
        {
          key: "smtp_security",
          label: "Encryption",
          hint: "A password requires STARTTLS or TLS.",
          placeholder: "",
          input: "select",
          options: [
            { value: "starttls", label: "STARTTLS" },
            { value: "tls", label: "TLS" },
            { value: "none", label: "None" },
          ],
        },
        {
          key: "smtp_user",
          label: "User",
          hint: "Blank: no authentication.",
          placeholder: "alerts@example.com",
          input: "text",
          isOptional: true,
        },
        {
          key: "smtp_password",
          label: "Password",
          hint: "Of the user, or an app password.",
          placeholder: "",
          input: "password",
          isOptional: true,
        },
        {
          key: "smtp_from",
          label: "Sender",
          hint: "The server must accept it as the address of the sender.",
          placeholder: "alerts@example.com",
          input: "text",
        },
      ],
    },
  ],
  fields: [
    {
      key: "recipients",
      label: "Recipients",
      hint: "Up to 20 email addresses. Press Enter or comma to add.",
      placeholder: "",
      input: "list",
    },
  ],
  destination: ["recipients"],
});
