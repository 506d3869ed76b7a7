import { area, GUESTS_IN_PATH, route } from '../kit/contract/contract.ts';
import { pageOf } from '../kit/contract/schema.ts';
import {
  MarkRead,
  Notification,
  NotificationSettings,
  NotificationSettingsPatch,
  NotificationsQuery,
  Unread,
} from './schema.ts';

/** Each member has their own. */
export const notifications = area('notifications', {
  listNotifications: route('GET /api/workspaces/{ws_id}/notifications', GUESTS_IN_PATH, {
    summary: "List the caller's notifications of the last 60 days, newest first",
    beyond_spec: true,
    query: NotificationsQuery,
    response: pageOf(Notification),
  }),
  getUnread: route('GET /api/workspaces/{ws_id}/notifications/unread', GUESTS_IN_PATH, {
    summary: "Count the caller's unread notifications",
    beyond_spec: true,
    response: Unread,
  }),
  markRead: route('POST /api/workspaces/{ws_id}/notifications/read', GUESTS_IN_PATH, {
    summary: 'Mark notifications as read',
    beyond_spec: true,
    body: MarkRead,
    response: Unread,
  }),
  getNotificationSettings: route('GET /api/workspaces/{ws_id}/notification-settings', GUESTS_IN_PATH, {
    summary: "Read the caller's notification settings, by event and site",
    beyond_spec: true,
    response: NotificationSettings,
  }),
  patchNotificationSettings: route('PATCH /api/workspaces/{ws_id}/notification-settings', GUESTS_IN_PATH, {
    summary: "Change the caller's notification settings of all sites or of one",
    beyond_spec: true,
    body: NotificationSettingsPatch,
    response: NotificationSettings,
  }),
});
