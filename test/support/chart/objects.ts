export interface Labels {
  [name: string]: string;
}

interface Expression {
  key: string;
  operator: "In";
  values: string[];
}

/** What selects objects by their labels. The chart uses no other operator. */
export interface Selector {
  matchLabels?: Labels;
  matchExpressions?: Expression[];
}

/** An object as Helm renders it. */
export interface ChartObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Labels; annotations?: Labels };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own, which the schemas of Kubernetes hold.
  spec: any;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

export interface Container {
  name: string;
  image: string;
  env?: {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef: { name: string; key: string; optional?: true } };
  }[];
  envFrom?: unknown;
  ports?: { name: string; containerPort: number }[];
  securityContext: Record<string, unknown>;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[];
  [probe: `${string}Probe`]: { httpGet?: { path: string; port: string } };
}

interface Volume {
  name: string;
  secret?: { secretName: string; items?: { key: string }[] };
  configMap?: { name: string };
  persistentVolumeClaim?: { claimName: string };
  hostPath?: unknown;
}

export interface Pod {
  owner: ChartObject;
  component: string;
  labels: Labels;
  spec: {
    containers: Container[];
    initContainers?: Container[];
    volumes?: Volume[];
    securityContext: Record<string, unknown>;
    serviceAccountName?: string;
    automountServiceAccountToken: boolean;
    terminationGracePeriodSeconds?: number;
    topologySpreadConstraints?: { labelSelector: Selector }[];
    [other: string]: unknown;
  };
}

/** The pods that these objects bring about, one of each kind. */
export function podsOf(objects: ChartObject[]): Pod[] {
  return objects.flatMap((owner) => {
    const template = owner.kind === "CronJob" ? owner.spec.jobTemplate.spec.template : owner.spec?.template;
    if (!template) return [];
    const labels = template.metadata.labels as Labels;
    return [{ owner, component: labels["app.kubernetes.io/component"] ?? "", labels, spec: template.spec }];
  });
}

export const containersOf = ({ spec }: Pod): Container[] => [...(spec.initContainers ?? []), ...spec.containers];

export const componentOf = ({ metadata }: ChartObject): string => metadata.labels["app.kubernetes.io/component"] ?? "";

export const ofKind = (objects: ChartObject[], kind: string): ChartObject[] =>
  objects.filter((object) => object.kind === kind);

export const selects = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean =>
  Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
  matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ""));
