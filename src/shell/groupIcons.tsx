import EventIcon from '@mui/icons-material/EventOutlined';
import GroupIcon from '@mui/icons-material/GroupOutlined';
import InsightsIcon from '@mui/icons-material/InsightsOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import TodayIcon from '@mui/icons-material/TodayOutlined';
import type { ComponentType } from 'react';
import type { PageGroup } from './pageGroups.ts';

/** The icon of each group of the menu. */
export const groupIcons: Record<PageGroup, ComponentType<{ fontSize: 'inherit' }>> = {
  Heute: TodayIcon,
  Termine: EventIcon,
  Menschen: GroupIcon,
  Zahlen: InsightsIcon,
  Betrieb: SettingsIcon,
};
