// Drives a server with client-go, unmodified: the typed client that programs for k0s Autopilot have, and a shared informer, which asks
// for a list in the shape of a watch. It ends with 0 if every answer is what such a program relies on; scripts/kube-check runs it
// against Muster and against a real kube-apiserver.
//
//	client KUBECONFIG
package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

const plans = "plans"

func need(ok bool, what string, more ...any) {
	if !ok {
		fmt.Fprintln(os.Stderr, append([]any{"client: not so:", what}, more...)...)
		os.Exit(1)
	}
	fmt.Println("  ok:", what)
}

func none(err error, what string) {
	need(err == nil, what, err)
}

func newClient(config *rest.Config) (*rest.RESTClient, runtime.ParameterCodec) {
	scheme := runtime.NewScheme()
	none(addToScheme(scheme), "the types are known")
	config.GroupVersion = &groupVersion
	config.APIPath = "/apis"
	config.NegotiatedSerializer = serializer.NewCodecFactory(scheme).WithoutConversion()
	client, err := rest.RESTClientFor(config)
	none(err, "a client is made")
	return client, runtime.NewParameterCodec(scheme)
}

func example(name string) *Plan {
	return &Plan{
		TypeMeta:   metav1.TypeMeta{APIVersion: groupVersion.String(), Kind: "Plan"},
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"made-by": "client"}},
		Spec: PlanSpec{ID: "first", Timestamp: "now", Commands: []PlanCommand{{K0sUpdate: &K0sUpdate{
			Version:   "v1.36.2+k0s.0",
			Platforms: Platforms{"linux-amd64": {URL: "https://127.0.0.1/k0s"}},
			Targets: Targets{
				Controllers: Target{Discovery: Discovery{Static: &Static{Nodes: []string{"controller0"}}}},
			},
		}}}},
	}
}

// What an informer tells, in its order.
type told struct {
	lock   sync.Mutex
	events []string
}

func (t *told) add(kind string, object any) {
	plan, ok := object.(*Plan)
	if gone, unknown := object.(cache.DeletedFinalStateUnknown); unknown {
		plan, ok = gone.Obj.(*Plan)
	}
	if ok {
		t.lock.Lock()
		defer t.lock.Unlock()
		t.events = append(t.events, fmt.Sprintf("%s %s %s", kind, plan.Name, plan.Spec.ID))
	}
}

func (t *told) waitFor(event string) bool {
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		t.lock.Lock()
		for _, one := range t.events {
			if one == event {
				t.lock.Unlock()
				return true
			}
		}
		t.lock.Unlock()
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	fmt.Fprintln(os.Stderr, "told so far:", t.events)
	return false
}

func main() {
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	none(err, "the kubeconfig is read")
	config.UserAgent = "client/1.0"
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	client, codec := newClient(rest.CopyConfig(config))
	client.Delete().Resource(plans).VersionedParams(&metav1.ListOptions{LabelSelector: "made-by=client"}, codec).Do(ctx)

	events := informer(ctx, client)
	typed(ctx, client, codec, events)
	metadataOnly(ctx, rest.CopyConfig(config))
	fmt.Println("client: green")
}

func informer(ctx context.Context, client *rest.RESTClient) *told {
	lists := cache.NewFilteredListWatchFromClient(client, plans, "", func(options *metav1.ListOptions) {
		options.LabelSelector = "made-by=client"
	})
	events := &told{}
	shared := cache.NewSharedInformer(lists, &Plan{}, 0)
	_, err := shared.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { events.add("added", object) },
		UpdateFunc: func(_, object any) { events.add("updated", object) },
		DeleteFunc: func(object any) { events.add("deleted", object) },
	})
	none(err, "an informer is made")
	go shared.Run(ctx.Done())
	need(cache.WaitForCacheSync(ctx.Done(), shared.HasSynced), "the informer knows what is there")
	return events
}

func typed(ctx context.Context, client *rest.RESTClient, codec runtime.ParameterCodec, events *told) {
	made := &Plan{}
	none(client.Post().Resource(plans).Body(example("typed")).Do(ctx).Into(made), "a plan is created, with an empty status and empty limits")
	need(made.UID != "" && made.ResourceVersion != "" && made.Generation == 1, "it has an id, a version and a generation", made.ObjectMeta)
	need(made.Spec.Commands[0].K0sUpdate.Targets.Controllers.Limits.Concurrent == 1, "limits are one where nothing is said")
	need(events.waitFor("added typed first"), "the informer tells that it was added")

	err := client.Post().Resource(plans).Body(example("typed")).Do(ctx).Error()
	need(apierrors.IsAlreadyExists(err), "a second of its name exists already", err)
	err = client.Get().Resource(plans).Name("nobody").Do(ctx).Error()
	need(apierrors.IsNotFound(err), "one that is not there is not found", err)
	err = client.Post().Resource(plans).Body(&Plan{TypeMeta: made.TypeMeta, ObjectMeta: metav1.ObjectMeta{Name: "Wrong_Name"}}).Do(ctx).Error()
	need(apierrors.IsInvalid(err), "one with a wrong name is invalid", err)

	list := &PlanList{}
	none(client.Get().Resource(plans).VersionedParams(&metav1.ListOptions{LabelSelector: "made-by=client", Limit: 500}, codec).Do(ctx).Into(list), "plans are listed")
	need(len(list.Items) == 1 && list.ResourceVersion != "", "the one is in the list", list.Items)
	watching, err := client.Get().Resource(plans).VersionedParams(&metav1.ListOptions{
		Watch: true, ResourceVersion: list.ResourceVersion, AllowWatchBookmarks: true, LabelSelector: "made-by=client",
	}, codec).Watch(ctx)
	none(err, "plans are watched from that version")
	defer watching.Stop()

	found := &Plan{}
	none(client.Get().Resource(plans).Name("typed").Do(ctx).Into(found), "the plan is read")
	stale := found.DeepCopyObject().(*Plan)
	found.Annotations = map[string]string{"example.com/note": "one"}
	none(client.Put().Resource(plans).Name("typed").Body(found).Do(ctx).Into(found), "the plan is updated")
	need(next(watching, watch.Modified).Annotations["example.com/note"] == "one", "the watch tells it, and nothing before")
	stale.Annotations = map[string]string{"example.com/note": "two"}
	err = client.Put().Resource(plans).Name("typed").Body(stale).Do(ctx).Error()
	need(apierrors.IsConflict(err), "an update of an old version is a conflict", err)

	patched := &Plan{}
	none(client.Patch(types.MergePatchType).Resource(plans).Name("typed").Body([]byte(`{"metadata":{"labels":{"made-by":"somebody"}}}`)).Do(ctx).Into(patched), "the plan is patched")
	need(next(watching, watch.Deleted).Name == "typed", "for who watches a label that it lost it is deleted")
	need(events.waitFor("deleted typed first"), "for the informer too")
	none(client.Patch(types.ApplyPatchType).Resource(plans).Name("typed").Param("fieldManager", "client").Param("force", "true").
		Body([]byte(`{"apiVersion":"autopilot.k0sproject.io/v1beta2","kind":"Plan","metadata":{"name":"typed","labels":{"made-by":"client"}}}`)).
		Do(ctx).Into(patched), "the plan is applied to")
	need(next(watching, watch.Added).Name == "typed", "for who watches the label it is added again")

	uid := types.UID("none")
	err = client.Delete().Resource(plans).Name("typed").Body(&metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &uid}}).Do(ctx).Error()
	need(apierrors.IsConflict(err), "it is not deleted for another id", err)
	none(client.Delete().Resource(plans).Name("typed").Body(&metav1.DeleteOptions{}).Do(ctx).Error(), "it is deleted")
	need(next(watching, watch.Deleted).Name == "typed", "the watch tells that it is gone")
	old, err := client.Get().Resource(plans).VersionedParams(&metav1.ListOptions{Watch: true, ResourceVersion: "1"}, codec).Watch(ctx)
	none(err, "plans are watched from a version of long ago")
	event := <-old.ResultChan()
	need(event.Type == watch.Error && apierrors.IsResourceExpired(apierrors.FromObject(event.Object)), "which has expired", event)
}

// The next event but bookmarks.
func next(watching watch.Interface, kind watch.EventType) *Plan {
	for {
		select {
		case event := <-watching.ResultChan():
			if event.Type == watch.Bookmark {
				continue
			}
			plan, ok := event.Object.(*Plan)
			need(ok && event.Type == kind, "the next event is "+string(kind), event.Type, event.Object)
			return plan
		case <-time.After(20 * time.Second):
			need(false, "an event "+string(kind)+" comes within 20 s")
		}
	}
}

func metadataOnly(ctx context.Context, config *rest.Config) {
	client, err := metadata.NewForConfig(config)
	none(err, "a client for metadata is made")
	list, err := client.Resource(groupVersion.WithResource(plans)).List(ctx, metav1.ListOptions{})
	none(err, "metadata is listed")
	need(list.ResourceVersion != "", "with its version")
}
