import type { OutputOf } from '../../../shared/call.ts';
import { keepAcrossUsers, queryClient, useApiQuery } from '../../../web/calls/apiQuery.ts';
import { getLocations, getPortal } from '../contract.ts';

keepAcrossUsers(getPortal, getLocations);

type ProviderConfig = OutputOf<typeof getPortal>['data'];

/** Returns the provider's public configuration, which stays the same while the page is open; undefined until loaded. */
export function useProviderConfig(): ProviderConfig | undefined {
  return useApiQuery(getPortal, {}, { staleTime: Infinity }).data?.data;
}

/** Puts the provider's configuration from the HTML document into the cache, so that it need not be loaded. */
export function setProviderConfig(data: ProviderConfig): void {
  queryClient.setQueryData([getPortal.path, {}], { data });
}
