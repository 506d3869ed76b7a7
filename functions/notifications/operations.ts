import type { Call, Operations } from '../kit/http/serve.ts';
import type { Table } from '../kit/table/table.ts';
import type { notifications } from './contract.ts';
import { ALL_SITES, DEFAULT_WAYS } from './events.ts';
import { notificationStore } from './store.ts';

export const bindNotifications = (table: Table, call: Call) => ({
  ...call,
  notifications: notificationStore(table, call),
});

type Notifications = Operations<ReturnType<typeof bindNotifications>, typeof notifications>;

type Settings = Awaited<ReturnType<ReturnType<typeof notificationStore>['settings']>>;

const present = ({ settings, is_mailed, language, blocked }: Settings) => {
  const { [ALL_SITES]: all = {}, ...sites } = settings;
  const chosen = Object.fromEntries(Object.entries(all).filter(([, way]) => way !== undefined));
  return {
    mail: is_mailed && blocked === undefined,
    mail_blocked: blocked ?? null,
    language: language ?? null,
    ways: { ...DEFAULT_WAYS, ...chosen },
    sites: Object.entries(sites).map(([site_id, ways]) => ({ site_id, ways })),
  };
};

export const listNotifications: Notifications['listNotifications'] = (ctx, { query }) => ctx.notifications.list(query);

export const getUnread: Notifications['getUnread'] = async (ctx) => ({ unread: await ctx.notifications.unread() });

export const markRead: Notifications['markRead'] = async (ctx, { body }) => ({
  unread: await ctx.notifications.markRead(body),
});

export const getNotificationSettings: Notifications['getNotificationSettings'] = async (ctx) =>
  present(await ctx.notifications.settings());

export const patchNotificationSettings: Notifications['patchNotificationSettings'] = async (ctx, { body }) =>
  present(await ctx.notifications.patch(body));
