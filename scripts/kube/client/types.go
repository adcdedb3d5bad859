package main

import (
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// The types that programs for k0s Autopilot have, with the same fields in JSON: what is absent there is sent as empty.

type Plan struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   PlanSpec   `json:"spec"`
	Status PlanStatus `json:"status,omitempty"`
}

type PlanSpec struct {
	ID        string        `json:"id"`
	Timestamp string        `json:"timestamp"`
	Commands  []PlanCommand `json:"commands"`
}

type PlanCommand struct {
	K0sUpdate    *K0sUpdate    `json:"k0supdate,omitempty"`
	AirgapUpdate *AirgapUpdate `json:"airgapupdate,omitempty"`
}

type Platforms map[string]Resource

type Resource struct {
	URL    string `json:"url"`
	Sha256 string `json:"sha256,omitempty"`
}

type K0sUpdate struct {
	Version     string    `json:"version"`
	ForceUpdate bool      `json:"forceupdate,omitempty"`
	Platforms   Platforms `json:"platforms"`
	Targets     Targets   `json:"targets"`
}

type AirgapUpdate struct {
	Version   string    `json:"version"`
	Platforms Platforms `json:"platforms"`
	Workers   Target    `json:"workers"`
}

type Targets struct {
	Controllers Target `json:"controllers,omitempty"`
	Workers     Target `json:"workers,omitempty"`
}

type Target struct {
	Discovery Discovery `json:"discovery"`
	Limits    Limits    `json:"limits,omitempty"`
}

type Limits struct {
	Concurrent int `json:"concurrent,omitempty"`
}

type Discovery struct {
	Static   *Static   `json:"static,omitempty"`
	Selector *Selector `json:"selector,omitempty"`
}

type Static struct {
	Nodes []string `json:"nodes,omitempty"`
}

type Selector struct {
	Labels string `json:"labels,omitempty"`
	Fields string `json:"fields,omitempty"`
}

type PlanStatus struct {
	State    string          `json:"state"`
	Commands []CommandStatus `json:"commands"`
}

type CommandStatus struct {
	ID          int    `json:"id"`
	State       string `json:"state"`
	Description string `json:"description,omitempty"`
}

type PlanList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`

	Items []Plan `json:"items"`
}

var groupVersion = schema.GroupVersion{Group: "autopilot.k0sproject.io", Version: "v1beta2"}

func addToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(groupVersion, &Plan{}, &PlanList{})
	metav1.AddToGroupVersion(scheme, groupVersion)
	return nil
}

func (in *Plan) DeepCopyObject() runtime.Object     { return copied(in, &Plan{}) }
func (in *PlanList) DeepCopyObject() runtime.Object { return copied(in, &PlanList{}) }

func copied[T runtime.Object](in T, out T) T {
	text, err := json.Marshal(in)
	if err == nil {
		err = json.Unmarshal(text, out)
	}
	if err != nil {
		panic(err)
	}
	return out
}
