import type { OutputOf } from '../../../shared/call.ts';
import { keepAcrossUsers, queryClient, useApiQuery } from '../../../web/calls/apiQuery.ts';
import { getLocations, getPortal } from '../contract.ts';

keepAcrossUsers(getPortal, getLocations);

type ProviderConfig = OutputOf<typeof getPortal>['data'];

/** The provider's public configuration, which does not change while the page is open; undefined until it is loaded. */
export function useProviderConfig(): ProviderConfig | undefined {
  return useApiQuery(getPortal, {}, { staleTime: Infinity }).data?.data;
}

/** Stores the provider's configuration from the HTML document, which saves a call. */
export function setProviderConfig(data: ProviderConfig): void {
  queryClient.setQueryData([getPortal.path, {}], { data });
}
