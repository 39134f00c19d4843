package wire

import (
	"errors"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// tree is a process with its child processes: a job object. Its processes end when its
// handle is closed, and so when this process exits.
type tree struct {
	mu  sync.Mutex
	job windows.Handle // 0 after close
}

// inNewTree makes a command start suspended, so that it cannot start children before newTree
// puts it into its job.
func inNewTree(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_SUSPENDED}
}

// newTree puts a suspended process into a tree, and resumes it. Its children are in the job
// too: the job does not permit breakaway.
func newTree(p *os.Process) (*tree, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, os.NewSyscallError("CreateJobObject", err)
	}
	t := &tree{job: job}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
		},
	}
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits))); err != nil {
		t.close()
		return nil, os.NewSyscallError("SetInformationJobObject", err)
	}
	var assigned error
	err = p.WithHandle(func(handle uintptr) {
		assigned = os.NewSyscallError("AssignProcessToJobObject", windows.AssignProcessToJobObject(job, windows.Handle(handle)))
	})
	if err = errors.Join(err, assigned); err == nil {
		err = resume(p.Pid)
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func resume(pid int) error {
	snapshot, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return os.NewSyscallError("CreateToolhelp32Snapshot", err)
	}
	defer windows.CloseHandle(snapshot)
	resumed := false
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(snapshot, &entry); err == nil; err = windows.Thread32Next(snapshot, &entry) {
		if entry.OwnerProcessID != uint32(pid) {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return os.NewSyscallError("OpenThread", err)
		}
		_, err = windows.ResumeThread(thread)
		windows.CloseHandle(thread)
		if err != nil {
			return os.NewSyscallError("ResumeThread", err)
		}
		resumed = true
	}
	if !resumed {
		return os.NewSyscallError("Thread32Next", err)
	}
	return nil
}

// terminate kills every process of the tree: Windows has no call that asks them to end.
func (t *tree) terminate() { t.kill() }

// kill ends every process of the tree. It ignores errors: close ends the remaining ones.
func (t *tree) kill() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.job != 0 {
		_ = windows.TerminateJobObject(t.job, 1)
	}
}

// accounting is JOBOBJECT_BASIC_ACCOUNTING_INFORMATION.
type accounting struct {
	totalUserTime, totalKernelTime, periodUserTime, periodKernelTime      int64
	pageFaults, totalProcesses, activeProcesses, totalTerminatedProcesses uint32
}

func (t *tree) alive() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.job == 0 {
		return false
	}
	var a accounting
	err := windows.QueryInformationJobObject(t.job, windows.JobObjectBasicAccountingInformation,
		uintptr(unsafe.Pointer(&a)), uint32(unsafe.Sizeof(a)), nil)
	return err == nil && a.activeProcesses > 0
}

// close closes the job, and so ends its remaining processes.
func (t *tree) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	_ = windows.CloseHandle(t.job)
	t.job = 0
}

// errFormat means that a file is not a program of this system.
const errFormat = windows.ERROR_BAD_EXE_FORMAT
