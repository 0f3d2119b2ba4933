/** Whether an address belongs to the polling wire, which has its own words for everything. */
export const isPollingPath = (url: string): boolean => /^\/(?:grid|player|move)\//.test(url)
